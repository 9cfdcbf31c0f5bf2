// Circles of imports between files and between folders, those of types alone included.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PARTS, partOf, resolveImport } from './resolve.mjs';

const IMPORT = /\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const TEST = /\.(test|e2e|global|engine)\.tsx?$|\/testing\//;

/**
 * Every import of ours by file, of types, of side effects and dynamic ones too. Paths are from the root.
 *
 * @param {string} root absolute
 * @returns {Map<string, Set<string>>}
 */
export function readImports(root) {
  const files = PARTS.flatMap(part => globSync(`${part}/src/**/*.{ts,tsx}`, { cwd: root }));
  const imports = new Map(files.map(file => [file.split(path.sep).join('/'), new Set()]));
  for (const [file, found] of imports) {
    for (const specifier of specifiersOf(readFileSync(path.join(root, file), 'utf8'))) {
      const target = resolveImport(file, specifier);
      if (target !== null && imports.has(target)) found.add(target);
    }
  }
  return imports;
}

/**
 * What a module imports and exports again, as written.
 *
 * @param {string} source
 * @returns {string[]}
 */
export function specifiersOf(source) {
  return [...source.replaceAll(COMMENT, '').matchAll(IMPORT)].map(([, , specifier]) => specifier);
}

/**
 * The folder that represents a file when folders are compared: a feature, a module, or a folder of `src`. Null for
 * files directly in a package's `src`, which combine its folders, and for tests, which import everything.
 *
 * @param {string} file path from the project's root
 * @returns {string | null}
 */
export function folderOf(file) {
  const part = partOf(file);
  if (part === undefined || TEST.test(file)) return null;
  const [folder, inner, deeper] = file.slice(`${part}/src/`.length).split('/');
  if (inner === undefined) return null;
  const isMany = folder === 'features' || folder === 'modules';
  return `${part}/src/${folder}${isMany && deeper !== undefined ? `/${inner}` : ''}`;
}

/**
 * The same imports, folder by folder.
 *
 * @param {Map<string, Set<string>>} imports by file
 * @returns {Map<string, Set<string>>}
 */
export function byFolder(imports) {
  const folders = new Map();
  for (const [file, targets] of imports) {
    const from = folderOf(file);
    if (from === null) continue;
    const found = folders.get(from) ?? new Set();
    folders.set(from, found);
    for (const to of [...targets].map(folderOf)) if (to !== null && to !== from) found.add(to);
  }
  return folders;
}

/**
 * One circle of each group of mutually reachable nodes, as a path.
 *
 * @param {Map<string, Set<string>>} graph
 * @returns {string[][]}
 */
export function circlesIn(graph) {
  const circles = [];
  const done = new Set();
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const way = wayBack(graph, start);
    if (way === null) continue;
    circles.push(way);
    for (const node of reachedFrom(graph, start)) {
      if (reachedFrom(graph, node).has(start)) done.add(node);
    }
  }
  return circles;
}

/** The shortest path from a node to itself, or null. */
function wayBack(graph, start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = node; at !== start; at = cameFrom.get(at)) way.unshift(at);
        return [start, ...way];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return null;
}

function reachedFrom(graph, start) {
  const reached = new Set([start]);
  for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next);
  return reached;
}
