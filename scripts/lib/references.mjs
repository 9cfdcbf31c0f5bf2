// References in documents: a file of the project in backticks and words that stand in it, in these quotes: `file` “words”.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const REFERENCE = /`([\w./@-]*[./][\w./@-]*)` “([^”]*)”/g;
const TEST = /\.(test|e2e|engine)\.(ts|tsx|mjs)$/;
/** Of a test file count the names of its tests, also those on a line of their own. */
const NAME = /^\s*(?:(?:describe|it|test)\b|['"`])/;

/**
 * @param {string} markdown
 * @returns {{ file: string, words: string }[]}
 */
export function referencesIn(markdown) {
  return [...markdown.matchAll(REFERENCE)].map(([, file, words]) => ({
    file,
    words: words.replaceAll('\\|', '|'),
  }));
}

/**
 * Why a reference leads nowhere; null if it leads somewhere.
 *
 * @param {string} root
 * @param {{ file: string, words: string }} reference
 * @returns {string | null}
 */
export function whyDangling(root, { file, words }) {
  const at = path.join(root, file);
  if (!existsSync(at)) return `${file} is gone`;
  if (words.trim() === '') return `${file}: no words`;
  const lines = readFileSync(at, 'utf8').split('\n');
  const found = lines.some(
    line => line.replaceAll("\\'", "'").includes(words) && (!TEST.test(file) || NAME.test(line)),
  );
  if (found) return null;
  return TEST.test(file) ? `${file} has no test named “${words}”` : `${file} does not say “${words}”`;
}

/**
 * Links of a document to files beside it that are not there.
 *
 * @param {string} folder
 * @param {string} markdown
 * @returns {string[]}
 */
export function danglingLinks(folder, markdown) {
  const targets = [...markdown.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target);
  return targets.filter(target => !/^[a-z]+:/.test(target) && !existsSync(path.join(folder, target)));
}
