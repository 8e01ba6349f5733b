// Lets node find the site's modules by the names that the pages' import map gives them ("table/reduce.js"):
//     node --import ./tests/js/modules.mjs --test tests/js/

import { register } from "node:module";

const SCRIPTS = new URL("../../static/js/", import.meta.url).href;

const hooks = `
export async function resolve(specifier, context, next) {
  if (/^(fair|lib|replay|table|pages)\\//.test(specifier)) return { url: ${JSON.stringify(SCRIPTS)} + specifier, format: "module", shortCircuit: true };
  return next(specifier, context);
}
export async function load(url, context, next) {
  return url.startsWith(${JSON.stringify(SCRIPTS)}) ? next(url, { ...context, format: "module" }) : next(url, context);
}
`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
