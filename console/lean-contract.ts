import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ofContract = /\/contract\/src\/.*\.ts$/
const ofCalls = /\/contract\/src\/.*\.endpoints\.ts$/

/** What the console reads of a call: where it goes, its names, the code that it needs, and what it makes stale. */
const usedOfCalls = new Set(['domain', 'name', 'method', 'path', 'access', 'alsoStale'])

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A table of calls with what is used of each; other plain values as they are; undefined for schemas and functions. */
function lean(value: unknown): unknown {
  if (!isPlain(value))
    return typeof value === 'function' || (typeof value === 'object' && !Array.isArray(value)) ? undefined : value
  const isCall = 'method' in value && 'path' in value
  const kept = Object.entries(value).filter(([key]) => !isCall || usedOfCalls.has(key))
  return Object.fromEntries(kept.map(([key, part]) => [key, lean(part)]))
}

/**
 * In the browser a call is its address and its names. What goes in and comes out is checked by the server; its schemas, summaries
 * and descriptions, which are most of an `*.endpoints.ts`, stay there. A schema that a form or an address reads comes from a model.
 */
export function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    apply: 'build',
    async load(id) {
      if (!ofCalls.test(id)) return null
      const exported: unknown = await import(pathToFileURL(id).href)
      if (typeof exported !== 'object' || exported === null) return null
      const kept = Object.entries(exported).flatMap(([name, value]) => {
        const part = lean(value)
        return part === undefined ? [] : [`export const ${name} = ${JSON.stringify(part)}`]
      })
      return {
        code: kept.join('\n'),
        map: null,
        moduleSideEffects: false,
      }
    },
  }
}

/**
 * The contract's modules do nothing but make values, which a bundler cannot know of a call: it would keep each schema of a model of
 * which one name is used. Here each top-level constant that a call makes is marked as one that may be left out.
 */
export function removableSchemas(): Plugin {
  return {
    name: 'removable-schemas',
    apply: 'build',
    transform(code, id) {
      if (!ofContract.test(id)) return null
      const places: { start: number; end: number }[] = []
      for (const statement of this.parse(code).body) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (declared?.type !== 'VariableDeclaration') continue
        for (const { init } of declared.declarations)
          if (init && init.type !== 'ArrowFunctionExpression' && init.type !== 'Literal') places.push(init)
      }
      const marked = places.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      )
      return { code: marked, map: null, moduleSideEffects: false }
    },
  }
}
