"""What may be done in a hand of rummy, and when: the single statement of each rule (RULES 2g).

``verify`` says no with a code; ``legal_actions`` lists what it would allow. No turn may be led into a dead end: what
would leave a player without a way to finish the turn is refused before it happens (EC-82).
"""

from __future__ import annotations

from games.domain.actions import Action, Discard, DrawStock, LayOff, Meld, PlayerAction, TakeDiscard
from games.domain.cards import DECK_SIZE, format_card, format_hand, iter_cards
from games.domain.errors import Code, RuleViolation
from games.domain.hands.rummy.going_out import Terms, way_out
from games.domain.hands.rummy.melds import meld_book, melds_among
from games.domain.hands.rummy.state import DONE, DRAW, MELD, Phase, RummyHand
from games.domain.rummy_rules import RummyRules

_ALLOWED: dict[Phase, tuple[type, ...]] = {
    DRAW: (DrawStock, TakeDiscard),
    MELD: (Meld, LayOff, Discard),
    DONE: (),
}
_DRAWS: tuple[PlayerAction, ...] = (DrawStock(), TakeDiscard())


def must_act(hand: RummyHand) -> tuple[int, ...]:
    """The one seat whose turn it is; nobody's once the hand is over."""
    return () if hand.phase == DONE else (hand.dealt.players[hand.place],)


def timeout(_hand: RummyHand) -> PlayerAction | None:
    """Nothing can stand in for a player whose time is up: every turn needs a choice (RULES 1.8)."""
    return None


def verify(rules: RummyRules, hand: RummyHand, seat: int, action: Action) -> None:
    """Raise RuleViolation unless ``seat`` may do this now. Nothing is looked at that the seat may not know."""
    players = hand.dealt.players
    if seat not in players:
        raise RuleViolation(Code.NOT_SEATED)
    if hand.phase == DONE:
        raise RuleViolation(Code.WRONG_PHASE)
    if players[hand.place] != seat:
        raise RuleViolation(Code.NOT_YOUR_TURN)
    if type(action) not in _ALLOWED[hand.phase]:
        raise RuleViolation(Code.WRONG_PHASE)
    match action:
        case Meld(cards):
            _verify_meld(rules, hand, cards)
        case LayOff(card, meld):
            _verify_layoff(rules, hand, card, meld)
        case Discard(card):
            _verify_discard(rules, hand, card)


def _verify_meld(rules: RummyRules, hand: RummyHand, cards: int) -> None:
    """A meld of own cards; under ``one`` the second of a turn only on the way to going rummy."""
    if cards not in meld_book(rules.ace).growth:
        raise RuleViolation(Code.NOT_A_MELD)
    held = hand.hands[hand.place]
    if cards & ~held:
        raise RuleViolation(Code.NOT_IN_HAND, cards=format_hand(cards & ~held))
    melds = (*table_of(hand), cards)
    hurried = rules.melds_per_turn == "one" and hand.melded > 0
    if hurried and not (hand.fresh and _goes_out(rules, hand, held ^ cards, melds)):
        raise RuleViolation(Code.ONE_MELD_A_TURN)
    if not hurried:
        _require_an_end(rules, hand, held ^ cards, melds)


def _verify_layoff(rules: RummyRules, hand: RummyHand, card: int, index: int) -> None:
    """The card fits on the meld named, as that lies now (EC-23, W46 to W48)."""
    held, melds = hand.hands[hand.place], table_of(hand)
    _require_held(card, held)
    if not 0 <= index < len(melds):
        raise RuleViolation(Code.NO_SUCH_MELD)
    if not meld_book(rules.ace).growth[melds[index]] >> card & 1:
        raise RuleViolation(Code.LAYOFF_DOES_NOT_FIT, card=format_card(card))
    left = held ^ 1 << card
    grown = (*melds[:index], melds[index] | 1 << card, *melds[index + 1 :])
    if must_go_out(rules, hand):
        if not _goes_out(rules, hand, left, grown):
            raise RuleViolation(Code.TURN_CANNOT_END)
    else:
        _require_an_end(rules, hand, left, grown)


def _verify_discard(rules: RummyRules, hand: RummyHand, card: int) -> None:
    """The card is held and was not taken from the pile this very turn (W51)."""
    held = hand.hands[hand.place]
    _require_held(card, held)
    if hand.banned >> card & 1:
        raise RuleViolation(Code.TAKEN_CARD_RETURNED, card=format_card(card))
    if must_go_out(rules, hand) and held != 1 << card:
        raise RuleViolation(Code.TURN_CANNOT_END)


def _require_held(card: int, held: int) -> None:
    if not (0 <= card < DECK_SIZE and held >> card & 1):
        raise RuleViolation(Code.NOT_IN_HAND)


def table_of(hand: RummyHand) -> tuple[int, ...]:
    """The melds on the table as masks, by their numbers."""
    return tuple(meld.cards for meld in hand.melds)


def must_go_out(rules: RummyRules, hand: RummyHand) -> bool:
    """Under ``one``: a second meld has been put down in this turn, which only going rummy allows."""
    return rules.melds_per_turn == "one" and hand.melded > 1


def _goes_out(rules: RummyRules, hand: RummyHand, left: int, melds: tuple[int, ...]) -> bool:
    """Whether the cards left could all leave the hand in this very turn."""
    return way_out(left, melds, Terms(rules.ace, hand.banned, rules.must_discard_last)) is not None


def _require_an_end(rules: RummyRules, hand: RummyHand, left: int, melds: tuple[int, ...]) -> None:
    """After playing cards the turn can be finished: a card can be shed, or the last one is gone or fits on a meld."""
    if left & ~hand.banned:
        return
    if rules.must_discard_last:
        raise RuleViolation(Code.TURN_CANNOT_END)  # W50, EC-83
    growth = meld_book(rules.ace).growth
    if left and not any(growth[meld] & left for meld in melds):
        raise RuleViolation(Code.TURN_CANNOT_END)  # EC-82


def legal_actions(rules: RummyRules, hand: RummyHand, seat: int) -> tuple[PlayerAction, ...]:
    """What the seat may do: in MELD the melds, the lay-offs, then the discards."""
    if hand.phase == DONE or hand.dealt.players[hand.place] != seat:
        return ()
    if hand.phase == DRAW:
        return _DRAWS
    held = hand.hands[hand.place]
    growth, own = meld_book(rules.ace).growth, tuple(melds_among(held, rules.ace))
    candidates: list[Meld | LayOff | Discard] = [Meld(cards) for cards in own]
    for index, meld in enumerate(table_of(hand)):
        candidates += [LayOff(card, index) for card in iter_cards(growth[meld] & held)]
    candidates += [Discard(card) for card in iter_cards(held & ~hand.banned)]
    longest = max(map(int.bit_count, own), default=1)
    if held.bit_count() > longest + 1 and (rules.melds_per_turn == "unlimited" or not hand.melded):
        return tuple(candidates)  # whatever is played, a card is left to shed, and no meld is one too many
    return tuple(action for action in candidates if _allows(rules, hand, seat, action))


def _allows(rules: RummyRules, hand: RummyHand, seat: int, action: PlayerAction) -> bool:
    try:
        verify(rules, hand, seat, action)
    except RuleViolation:
        return False
    return True
