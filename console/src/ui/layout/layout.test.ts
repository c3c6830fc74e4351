import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
const sheet = (await read('layout.css')) + (await read('look.css'))
const looks = await read('looks.ts')
const theme = await read('../../theme.css')
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The values of a union in its source: words, and the names of unions that are defined above it. */
function valuesOf(union: string): string[] {
  return union.split('|').flatMap((part) => {
    const word = part.trim()
    const named = new RegExp(`^type ${word} = (.*)$`, 'm').exec(looks)
    return named?.[1] === undefined ? [word.replaceAll("'", '')] : valuesOf(named[1])
  })
}

test('Each thing that a primitive can be told has one rule in the sheet, and each rule is told by something', () => {
  const choices = /type Choices = \{\n([^}]*)\n\}/.exec(looks)?.[1] ?? assert.fail('no choices')
  const flags = /type Flag =\n((?: {2}\| '\w+'\n)+)/.exec(looks)?.[1] ?? assert.fail('no flags')
  const told = [
    'stack',
    'row',
    'grid',
    'stack-flex',
    'row-inline',
    'grid-inline',
    ...[...choices.matchAll(/^ {2}(\w+):\s*((?:[^\n]|\n {4})+)/gm)].flatMap(([, name = '', union = '']) =>
      valuesOf(union.replace(/^\s*\|/, '')).map((value) => `${kebab(name)}-${value}`),
    ),
    ...[...flags.matchAll(/\w+/g)].map(([name]) => kebab(name)),
  ]
  const rules = [...sheet.matchAll(/^\.l-([a-z0-9-]+) \{$/gm)].map(([, name = '']) => name)
  assert.ok(rules.length > 100)
  assert.deepEqual(rules.toSorted(), told.toSorted())
})

test('Colours, sizes and corners of the primitives are names of the theme', () => {
  const used = [...sheet.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, name]) => `${name}:`)
  assert.ok(used.length > 30)
  assert.deepEqual(
    used.filter((name) => !theme.includes(name)),
    [],
  )
})
