// Where things stand on the page: places by name, and the parts of a repeated piece.

export const slot = (name) => document.querySelector(`[data-slot="${name}"]`);

export const part = (node, name) => node.querySelector(`[data-part="${name}"]`);
