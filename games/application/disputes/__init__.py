"""Disputes: from the hand that somebody marks to the ruling that takes effect everywhere, and the appeal against it.

``cases`` raises and works on them, ``pauses`` lets a match rest meanwhile, ``remedies`` says what a ruling may contain,
``rulings`` makes, seconds and reverses them, ``appeals`` takes appeals, ``permissions`` says who may do what,
``notices`` tells the people concerned, ``stories`` is what they read of a case, ``sanctions`` is asked whether somebody
may talk or play, ``people`` follows those who merge or leave, ``looks`` records who looked at hidden cards,
``subjects`` lets other apps bring questions that are about no match of ours.
"""
