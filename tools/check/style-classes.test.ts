import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found } from './planted.ts'
import { checkStyleClasses } from './style-classes.ts'

const page = 'console/src/device/device-list.tsx'
const style = 'console/src/device/device-list.module.css'
const screen = (code: string) => `import css from './device-list.module.css'\n${code}`

test('finds a class that its style sheet lacks, and one that nothing names', () => {
  const tree = { [page]: screen('export const a = <p className={css.line} />'), [style]: '.row { margin: 0.5px }' }
  assert.deepEqual(found(checkStyleClasses, tree), [`${page}:2 style-class`, `${style}:1 style-class`])
})

test('passes classes in any selector, and sheets whose classes are looked up or handed on', () => {
  const sheet = '@media print { .row > .first:hover, .last { margin: 1.5px } }\n:global(.other) .row { margin: 0 }'
  const named = 'export const a = <p className={`${css.row} ${css.first}`} data-css="css.none">{css.last}</p>'
  for (const code of [named, 'export const a = css[state]', 'export const a = <Head look={css} />'])
    assert.deepEqual(found(checkStyleClasses, { [page]: screen(code), [style]: sheet }), [], code)
})
