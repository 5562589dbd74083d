// TypeScript types of the contract from its JSON Schemas: node tools/types.mjs [--check]
//
// Writes bindings/contract.d.ts from what the command line says; with --check it fails when the
// file is not what would be written.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeWhole } from './write_whole.mjs';

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const COMMAND_LINE = fromRoot('build/native/ridgepoint');
const WRITTEN = fromRoot('bindings/contract.d.ts');
const ROOTS = { Scenario: 'scenario', Result: 'result', Comparison: 'comparison', RunsOnQuestion: 'runs_on_question', RunsOn: 'runs_on' };

const PRIMITIVES = { number: 'number', integer: 'number', string: 'string', boolean: 'boolean', null: 'null' };

const literals = (values) => values.map((value) => JSON.stringify(value)).join(' | ');
const indented = (text) => text.replace(/^/gm, '  ');
const words = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

function arrayOf(schema) {
  const element = typeOf(schema.items ?? {});
  return /[|{\s]/.test(element) ? `Array<${element}>` : `${element}[]`;
}

function objectOf(schema) {
  if (!schema.properties) return `Record<string, ${typeOf(schema.additionalProperties || {})}>`;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const type = name === 'scenario' && !field.properties ? 'Scenario' : typeOf(field); // the echoed scenario
    const about = [field.description, field['x-unit'] && `Unit: ${field['x-unit']}.`].filter(Boolean).join(' ');
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${about ? `/** ${about} */\n` : ''}${key}${required.has(name) ? '' : '?'}: ${type};`;
  });
  return fields.length === 0 ? 'object' : `{\n${indented(fields.join('\n'))}\n}`;
}

// The TypeScript type of a schema.
function typeOf(schema) {
  if (schema.$ref) return words(schema.$ref.split('/').pop());
  if (schema.enum) return literals(schema.enum);
  if ('const' in schema) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return arrayOf(schema);
  if (schema.type === 'object' || schema.properties) return objectOf(schema);
  return PRIMITIVES[schema.type] ?? 'unknown';
}

function declaration(name, schema) {
  const type = typeOf(schema);
  const about = schema.description ? `/** ${schema.description} */\n` : '';
  return type.startsWith('{') ? `${about}export interface ${name} ${type}\n` : `${about}export type ${name} = ${type};\n`;
}

const declarations = new Map();
for (const [name, kind] of Object.entries(ROOTS)) {
  const schema = JSON.parse(execFileSync(COMMAND_LINE, ['schema', kind], { encoding: 'utf8' }));
  for (const [part, partSchema] of Object.entries(schema.$defs ?? {})) {
    declarations.set(words(part), declaration(words(part), partSchema));
  }
  declarations.set(name, declaration(name, schema));
}
const text = `// Generated from the JSON Schemas by tools/types.mjs; do not edit.\n\n${[...declarations.values()].join('\n')}`;

if (!process.argv.includes('--check')) {
  writeWhole(WRITTEN, text);
} else if (readFileSync(WRITTEN, 'utf8') !== text) {
  console.error('bindings/contract.d.ts is out of date: run node tools/types.mjs');
  process.exit(1);
}
