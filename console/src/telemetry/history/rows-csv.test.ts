import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsCsv } from './rows-csv.ts'

test('cells that hold commas, quotes or line ends are quoted', () => {
  assert.equal(rowsCsv([['a,b', 'say "c"', 'd\ne']]), '\uFEFF"a,b","say ""c""","d\ne"\r\n')
})

test('a text that looks like a formula is escaped; a negative number is kept', () => {
  assert.equal(rowsCsv([['=1+1', '-12.5', '@x']]), "\uFEFF'=1+1,-12.5,'@x\r\n")
  assert.equal(rowsCsv([['＝1', '＋1', '－1', '＠x']]), "\uFEFF'＝1,'＋1,'－1,'＠x\r\n")
})
