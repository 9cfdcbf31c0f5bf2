// The project's own lint rules, loaded by .oxlintrc.json.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyNotWire } from './domain-words.mjs';
import { whyNotLive } from './live-exchange.mjs';
import { whyNot } from './zones.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const fromRoot = filename => path.relative(ROOT, filename).split(path.sep).join('/');

/** Imports point one way: core ← protocol ← server, web, desk, and within each app from above to below. */
const importDirections = {
  create(context) {
    const file = fromRoot(context.filename);
    const check = (node, specifier, typeOnly) => {
      if (typeof specifier !== 'string') return;
      const reason = whyNot(file, specifier, typeOnly);
      if (reason) context.report({ node, message: `Import in the wrong direction: ${reason}.` });
    };
    return {
      ImportDeclaration: node => check(node, node.source.value, isTypeOnly(node, node.importKind)),
      ExportNamedDeclaration: node => {
        if (node.source) check(node, node.source.value, isTypeOnly(node, node.exportKind));
      },
      ExportAllDeclaration: node => check(node, node.source.value, node.exportKind === 'type'),
      ImportExpression: node => check(node, node.source.value, false),
      TSImportType: node =>
        check(node, (node.source ?? node.argument?.literal ?? node.argument)?.value, true),
    };
  },
};

function isTypeOnly(node, kind) {
  if (kind === 'type') return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every(one => (one.importKind ?? one.exportKind) === 'type');
}

/** A rule about the names a file imports from a module. */
const importedNames = (title, whyNot) => ({
  create(context) {
    const file = fromRoot(context.filename);
    return {
      ImportDeclaration(node) {
        const names = node.specifiers.map(one => one.imported?.name ?? '*');
        const reason = whyNot(file, node.source.value, names);
        if (reason) context.report({ node, message: `${title}: ${reason}.` });
      },
    };
  },
});

/** Whoever could apply a command outside of the engine would read and change what no disk has. */
const liveExchange = importedNames('The live exchange', whyNotLive);

/** A service that answers in the wire's words serves one interface only. */
const domainWords = importedNames('Words of the wire', whyNotWire);

/**
 * Money is decimal strings and bigints everywhere: a float would lose digits. With the option `allowNumber`, Number()
 * may be called: the core converts bounded bigints to integers with it.
 */
const noFloatMoney = {
  meta: { schema: [{ type: 'object', properties: { allowNumber: { type: 'boolean' } } }] },
  create(context) {
    const forbidden = context.options[0]?.allowNumber ? ['parseFloat'] : ['parseFloat', 'Number'];
    const report = (node, what) =>
      context.report({
        node,
        message: `${what} makes a float: use the decimal helpers of @tallystick/core/money.`,
      });
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === 'Identifier' && forbidden.includes(callee.name)) {
          report(node, `${callee.name}()`);
        }
        if (callee.type !== 'MemberExpression' || callee.computed) return;
        const { name } = callee.property;
        if (name === 'toFixed' || name === 'toPrecision') report(node, `.${name}()`);
        if (name === 'parseFloat' && callee.object.name === 'Number') report(node, 'Number.parseFloat()');
      },
    };
  },
};

export default {
  meta: { name: 'tallystick' },
  rules: {
    'import-directions': importDirections,
    'live-exchange': liveExchange,
    'domain-words': domainWords,
    'no-float-money': noFloatMoney,
  },
};
