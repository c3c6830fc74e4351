import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLegacyWords } from './legacy.ts'
import { found } from './planted.ts'
import { checkTables, checkTheme, checkWords } from './screens.ts'

const page = 'console/src/device/device-list.page.tsx'
const style = 'console/src/device/device-list.module.css'

for (const text of [
  '<p>Devices</p>',
  '<p>设备</p>',
  "<p>{'Devices'}</p>",
  "<>{online ? 'Online' : '-'}</>",
  '<p>{`${count} devices`}</p>',
  "<p>{name ?? 'Unnamed'}</p>",
  '<input placeholder="SN" />',
  '<button aria-label="Close" />',
  "<img alt={'An oven'} />",
  "<Field label={kind === 'oven' ? 'Oven' : words.cooler} />",
]) {
  test(`finds the words of ${text}`, () => {
    assert.deepEqual(found(checkWords, { [page]: `export const a =\n${text}` }), [`${page}:2 literal-words`])
  })
}

test('passes words that come from a text module, signs, class names and keys', () => {
  const text = `export const a = (
    <div className="row" data-state={online ? 'on' : 'off'} title={words.title}>
      {words.devices} · {count} – <kbd>Ctrl K</kbd> <Text.kbd>Esc</Text.kbd> {kind === 'oven' && words.oven}
    </div>
  )`
  assert.deepEqual(found(checkWords, { [page]: text }), [])
})

for (const text of ["'#0f6b61'", "'rgb(20 32 31 / .06)'", '`1px solid rgba(0, 0, 0, .2)`', "'hsl(20 30% 40%)'"]) {
  test(`finds the colour ${text} in code`, () => {
    assert.deepEqual(found(checkTheme, { [page]: `\nconst ink = ${text}` }), [`${page}:2 theme-colour`])
  })
}

for (const [text, rule] of [
  ['color: #fff', 'theme-colour'],
  ['box-shadow: 0 1px 2px rgb(0 0 0 / .4)', 'theme-colour'],
  ['font-size: 13px', 'theme-size'],
  ['font: 600 13px/20px var(--font)', 'theme-size'],
  ['border-radius: 8px', 'theme-size'],
] as const) {
  test(`finds ${text} in a style sheet`, () => {
    assert.deepEqual(found(checkTheme, { [style]: `.a {\n${text}; }` }), [`${style}:2 ${rule}`])
  })
}

test('passes the theme itself, its names, anchors and comments', () => {
  const tree = {
    'console/src/theme.css': ':root { --ink: #14201f; --text: 14px }',
    [style]:
      '/* #fff */ .a { color: var(--ink); font: 400 var(--text-s)/20px var(--font); padding: 8px; border-radius: 50% }',
    [page]: "const a = '#top-of-page' + 'var(--ink)'",
  }
  assert.deepEqual(found(checkTheme, tree), [])
})

test('finds a raw table', () => {
  assert.deepEqual(found(checkTables, { [page]: 'export const a = (\n<table />)' }), [`${page}:2 raw-table`])
})

test('passes the table in ui/data-table and the weeks of a calendar', () => {
  const tree = {
    'console/src/ui/data-table/data-table.tsx': 'export const a = <table><tbody /></table>',
    'console/src/ui/calendar/calendar.tsx': 'export const a = <table><tbody /></table>',
  }
  assert.deepEqual(found(checkTables, tree), [])
})

for (const [path, text] of [
  ['server/src/recipe/recipe.store.ts', 'const cookbookRows = 1'],
  ['server/src/recipe/recipe.store.ts', "const path = '/web/cookbook/page'"],
  ['contract/src/recipe/recipe.model.ts', "const kind = 'cookbook'"],
  ['contract/src/firmware/firmware.model.ts', 'type FotaTask = string'],
  ['console/src/device/device-list.page.tsx', "const iceDevice = '/x'"],
  ['server/src/device/device.store.ts', 'const readTsl = 1'],
  ['server/migrations/0002_recipes.sql', 'create table cookbook (id bigint)'],
] as const) {
  test(`finds the legacy word of ${path}: ${text}`, () => {
    assert.deepEqual(found(checkLegacyWords, { [path]: `\n${text}` }), [`${path}:2 legacy-word`])
  })
}

test('finds a legacy word in the name of a file', () => {
  assert.deepEqual(found(checkLegacyWords, { 'server/src/firmware/fota-task.ts': '' }), [
    'server/src/firmware/fota-task.ts:1 legacy-word',
  ])
})

test('legacy words are allowed in paths, comments, and tsl in the files that read that format', () => {
  const tree = {
    'contract/src/recipe/recipe.endpoints.ts': "// the cookbook of the specification\nget('/web/cookbook/page', {})",
    'console/src/routes.ts': "route('/iceDevice/list', 'device/device-list.page.tsx')",
    'server/src/system/menu.seed.ts': "const url = '/fota/firmware'",
    'contract/src/thing-model/tsl.ts': 'export const parseTsl = 1',
    'contract/src/thing-model/tsl-data-type.ts': 'export const tslType = 1',
    'server/src/thing-model/import-thing-model.ts':
      "import { parseTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'\nparseTsl()",
    'server/src/device/device.store.ts': "import tls from 'node:tls'\nconst subtitle = tls",
  }
  assert.deepEqual(found(checkLegacyWords, tree), [])
})
