import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadWASM, OnigScanner, OnigString } from 'vscode-oniguruma';
import { INITIAL, parseRawGrammar, Registry } from 'vscode-textmate';

/** One token: its text and its scopes, outermost first. The ends of lines belong to no token. */
export interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** A grammar's scope, file and hosts, as package.json contributes it. */
interface ContributedGrammar {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo: readonly string[];
}

const root = join(__dirname, '../../..');
const yamlFolder = join(__dirname, 'fixtures/yaml');

/** The YAML grammars of VS Code, by scope. */
const yamlGrammars: Readonly<Record<string, string>> = {
  'source.yaml': join(yamlFolder, 'yaml.tmLanguage.json'),
  'source.yaml.1.2': join(yamlFolder, 'yaml-1.2.tmLanguage.json'),
  'source.yaml.embedded': join(yamlFolder, 'yaml-embedded.tmLanguage.json'),
};

/**
 * Two functions from a YAML text to its tokens: as VS Code colours it with this extension, and without.
 * The grammars come from where package.json says, into VS Code's own YAML grammar.
 */
export async function loadTokenizers() {
  const wasm = join(dirname(createRequire(__filename).resolve('vscode-oniguruma')), 'onig.wasm');
  await loadWASM(new Uint8Array(await readFile(wasm)).buffer);
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    contributes: { grammars: ContributedGrammar[] };
  };
  return {
    tokenize: await loadTokenizer(manifest.contributes.grammars),
    tokenizePlain: await loadTokenizer([]),
  };
}

/** A function from text to tokens, under VS Code's YAML grammar with these injections. */
async function loadTokenizer(injections: readonly ContributedGrammar[]): Promise<(yaml: string) => Token[]> {
  const files = { ...yamlGrammars };
  for (const { scopeName, path } of injections) files[scopeName] = join(root, path);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async (scopeName) => {
      const file = files[scopeName];
      return file === undefined ? null : parseRawGrammar(await readFile(file, 'utf8'), file);
    },
    getInjections: (scopeName) =>
      injections.filter(({ injectTo }) => injectTo.includes(scopeName)).map((grammar) => grammar.scopeName),
  });
  const grammar = await registry.loadGrammar('source.yaml');
  if (grammar === null) throw new Error('The YAML grammar could not be loaded.');

  return (yaml) => {
    let stack = INITIAL;
    return yaml.split('\n').flatMap((line) => {
      const result = grammar.tokenizeLine(line, stack);
      stack = result.ruleStack;
      return result.tokens.map(({ startIndex, endIndex, scopes }) => ({
        text: line.slice(startIndex, endIndex),
        scopes,
      }));
    });
  };
}
