import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'

const folder = fileURLToPath(new URL('../accessibility/screen-names', import.meta.url))

/** Set to write down what is there now instead of comparing it. */
const isWriting = process.env['TEST_SCREEN_NAMES'] === 'write'

const depthOf = (line: string): number => line.length - line.trimStart().length
/** What a person can use in a row; the rest of it is data. */
const isUsable = (line: string): boolean => /^\s*- (button|link|checkbox)\b/.test(line)

/** Of each table its heads, and what can be used in its first row. */
function withoutRows(lines: readonly string[]): string[] {
  const kept: string[] = []
  let group = 0
  let row = 0
  let depth = -1
  for (const line of lines) {
    if (depth >= 0 && depthOf(line) <= depth) depth = -1
    if (/^\s*- (table|grid)\b/.test(line) && depth < 0) [depth, group, row] = [depthOf(line), 0, 0]
    if (depth >= 0 && /^\s*- rowgroup\b/.test(line)) group += 1
    else if (depth >= 0 && /^\s*- row\b/.test(line)) row += 1
    const isOfBody = depth >= 0 && group > 1
    if (!isOfBody || (row === 2 && isUsable(line))) kept.push(line.replace(/^(\s*- row) ".*":$/, '$1:'))
  }
  return kept
}

/**
 * The roles and names that a screen reader meets, in their order. Figures and times change by themselves and are shown as #; addresses say
 * nothing.
 */
async function namesOn(place: Locator): Promise<string> {
  const lines = (await place.ariaSnapshot()).split('\n').filter((line) => !/^\s*- \/(url|placeholder):/.test(line))
  return withoutRows(lines)
    .map((line) => line.replaceAll(/\d+/g, '#').replaceAll(/#(?:[.,:]#)+/g, '#'))
    .join('\n')
}

/** Compares the names with those that are written down; `TEST_SCREEN_NAMES=write` in front of the test writes them anew. */
export async function assertNames(place: Locator, screen: string): Promise<void> {
  const file = path.join(folder, `${screen}.txt`)
  const names = `${await namesOn(place)}\n`
  if (isWriting) await writeFile(file, names)
  assert.equal(names, await readFile(file, 'utf8'), `the names of ${screen}`)
}
