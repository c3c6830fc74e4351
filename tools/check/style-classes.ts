import { posix } from 'node:path'
import { isTypeScript, problemAt, withoutComments, type Problem, type SourceFile } from './source-tree.ts'

const isModule = (path: string) => path.endsWith('.module.css')
const styleImport = /^import (\w+) from '(\.[^']+\.module\.css)'$/gm

/** The classes of a style sheet, each with the place of its first mention. */
function classesIn(sheet: SourceFile): ReadonlyMap<string, number> {
  const selectors = withoutComments(sheet)
    .replaceAll(/\{[^{}]*\}/g, (block) => ' '.repeat(block.length))
    .replaceAll(/:global\([^)]*\)/g, (part) => ' '.repeat(part.length))
  const found = new Map<string, number>()
  for (const { 1: name = '', index } of selectors.matchAll(/\.([A-Za-z_][\w-]*)/g))
    if (!found.has(name)) found.set(name, index)
  return found
}

/**
 * A class that a screen names is in its style sheet, and a class of a sheet is named by a screen. Where a screen looks classes up
 * (`css[state]`) or hands all of them on, the sheet may have more.
 */
export function checkStyleClasses(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  const sheets = new Map(files.filter(({ path }) => isModule(path)).map((sheet) => [sheet.path, classesIn(sheet)]))
  const used = new Map<string, Set<string>>()
  const open = new Set<string>()
  for (const file of files.filter(({ path }) => path.startsWith('console/src/') && isTypeScript(path))) {
    const text = withoutComments(file)
    for (const { 0: whole, 1: name = '', 2: specifier = '' } of text.matchAll(styleImport)) {
      const path = posix.join(posix.dirname(file.path), specifier)
      const classes = sheets.get(path)
      if (classes === undefined) continue
      const mentions = new RegExp(String.raw`(?<![\w.'"/-])${name}\b(?!')(?:\.(\w+))?`, 'g')
      for (const { 1: mentioned, index } of text.matchAll(mentions)) {
        if (text.startsWith(whole, index - 'import '.length)) continue
        if (mentioned === undefined) open.add(path)
        else if (!classes.has(mentioned))
          problems.push(problemAt(file, index, 'style-class', `${mentioned} is not in ${specifier}`))
        else used.set(path, (used.get(path) ?? new Set()).add(mentioned))
      }
    }
  }
  for (const sheet of files.filter(({ path }) => isModule(path) && !open.has(path)))
    for (const [name, index] of sheets.get(sheet.path) ?? [])
      if (used.get(sheet.path)?.has(name) !== true)
        problems.push(problemAt(sheet, index, 'style-class', `nothing names .${name}`))
  return problems
}
