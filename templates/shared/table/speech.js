// Words of the page in the language of the game: a sentence by its English, with {places} filled.
import { meta } from "./store.js";

const PLACE = /(\{\w+\})/;

export function t(english, values = null) { // text, or its parts if a value is a template
  const said = (meta.words && meta.words[english]) || english;
  if (!values) return said;
  const parts = said.split(PLACE).map((part) => (PLACE.test(part) ? values[part.slice(1, -1)] ?? part : part));
  return parts.every((part) => ["string", "number"].includes(typeof part)) ? parts.join("") : parts;
}

export const count = (number, one, many) => t(number === 1 ? one : many, { number });
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
