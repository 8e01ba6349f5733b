// boardgame.io as its documentation serves it: socket.io, everything in memory, nothing on a disk. Two players draw a
// card and shed one, and each is sent only what it may see. No melds, no knocks, no scores, no log: less than gin rummy.

const { Server, Origins } = require("boardgame.io/server");

const DECK = Array.from({ length: 52 }, (_, card) => card);

const game = {
  name: "draw-and-discard",
  setup: ({ random }) => {
    const deck = random.Shuffle(DECK);
    return { hands: { 0: deck.slice(0, 10), 1: deck.slice(10, 20) }, stock: deck.slice(20), pile: [] };
  },
  playerView: ({ G, playerID }) => ({
    hands: { [playerID]: G.hands[playerID] },
    stock: G.stock.length,
    pile: G.pile,
  }),
  turn: {
    stages: {},
  },
  moves: {
    draw: ({ G, playerID, random }) => {
      if (G.hands[playerID].length !== 10) return "INVALID_MOVE";
      if (G.stock.length === 0) {
        G.stock = random.Shuffle(G.pile);
        G.pile = [];
      }
      G.hands[playerID].push(G.stock.pop());
      return undefined;
    },
    discard: ({ G, playerID, events }, card) => {
      const place = G.hands[playerID].indexOf(card);
      if (G.hands[playerID].length !== 11 || place < 0) return "INVALID_MOVE";
      G.hands[playerID].splice(place, 1);
      G.pile.push(card);
      events.endTurn();
      return undefined;
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
