import type { JSXAttributeValue, JSXElementName, JSXExpression, Expression } from 'oxc-parser'
import { isTest, isTypeScript, problemAt, walk, withoutComments, type Problem, type SourceFile } from './source-tree.ts'

/** Screens may not contain literal words, colours or raw tables (docs/architecture.md, Boundaries 8). */

/** Attributes with a value that a person or a screen reader reads. */
const spokenAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'heading',
  'hint',
  'label',
  'message',
  'placeholder',
  'subtitle',
  'summary',
  'tip',
  'title',
])
/** Keys have the text of the keyboard, in every language. */
const untranslated = new Set(['kbd', 'code'])
const hasWords = (text: string) => /\p{L}/u.test(text)

/** Returns the tag that a primitive of the layout such as `Text.kbd` becomes. */
function tagOf(name: JSXElementName): string {
  if (name.type === 'JSXIdentifier') return name.name
  return name.type === 'JSXMemberExpression' ? name.property.name : ''
}

/** The literal texts that an expression can produce: both sides of a choice, the fixed parts of a template. */
function literals(node: Expression | JSXExpression): { start: number; text: string }[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : []
    case 'TemplateLiteral':
      return node.quasis.map(({ start, value }) => ({ start, text: value.raw }))
    case 'ConditionalExpression':
      return [...literals(node.consequent), ...literals(node.alternate)]
    case 'LogicalExpression':
      return literals(node.right)
    case 'BinaryExpression':
      return node.operator === '+' ? [...literals(node.left), ...literals(node.right)] : []
    case 'ParenthesizedExpression':
      return literals(node.expression)
    default:
      return []
  }
}

function spoken(value: JSXAttributeValue): { start: number; text: string }[] {
  if (value.type === 'Literal') return [{ start: value.start, text: value.value }]
  return value.type === 'JSXExpressionContainer' ? literals(value.expression) : []
}

export function checkWords(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!file.path.startsWith('console/') || !file.path.endsWith('.tsx') || isTest(file.path)) continue
    const check = (found: readonly { start: number; text: string }[], where: string) => {
      for (const { start, text } of found) {
        if (!hasWords(text)) continue
        const shown = text.trim().replace(/\s+/g, ' ').slice(0, 40)
        problems.push(problemAt(file, start, 'literal-words', `"${shown}" ${where}: words come from a *.text.ts`))
      }
    }
    walk(file, {
      JSXElement({ openingElement, children }) {
        if (untranslated.has(tagOf(openingElement.name))) return
        for (const child of children) {
          if (child.type === 'JSXText') check([{ start: child.start, text: child.value }], 'in the page')
          if (child.type === 'JSXExpressionContainer') check(literals(child.expression), 'in the page')
        }
      },
      JSXFragment({ children }) {
        for (const child of children) {
          if (child.type === 'JSXText') check([{ start: child.start, text: child.value }], 'in the page')
          if (child.type === 'JSXExpressionContainer') check(literals(child.expression), 'in the page')
        }
      },
      JSXAttribute({ name, value }) {
        if (name.type !== 'JSXIdentifier' || !spokenAttributes.has(name.name) || value === null) return
        check(spoken(value), `as ${name.name}`)
      },
    })
  }
  return problems
}

const theme = /^console\/src\/theme\.(?:ts|css)$/
const colour = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\(/gi
/** Sizes that the theme names: type, and the corners and shadows it has a name for. Other lengths are the layout's own. */
const themedSize = /\bfont(?:-size)?:[^;}]*?(?<![/\d.])\d+(?:\.\d+)?px|\bborder-radius:[^;}]*?\b(?:4|8|12)px/gi

/** Colours anywhere in the console, sizes in its style sheets: only by the theme's names. */
export function checkTheme(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!file.path.startsWith('console/src/') || theme.test(file.path) || isTest(file.path)) continue
    const isStyle = file.path.endsWith('.css')
    const text = withoutComments(file)
    if (!isStyle && isTypeScript(file.path)) {
      const check = (start: number, value: string) => {
        // In code a `#` also begins an anchor or a private name, so the whole text must be a colour or contain a colour
        // function.
        const found =
          /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value.trim()) ||
          /\b(?:rgb|hsl|oklch)a?\(\s*[\d.]/i.test(value)
        if (found)
          problems.push(problemAt(file, start, 'theme-colour', `${value.slice(0, 40)}: colours come from theme.css`))
      }
      walk(file, {
        Literal({ start, value }) {
          if (typeof value === 'string') check(start, value)
        },
        TemplateElement({ start, value }) {
          check(start, value.raw)
        },
      })
    }
    if (!isStyle) continue
    for (const { index, 0: found } of text.matchAll(colour)) {
      problems.push(problemAt(file, index, 'theme-colour', `${found}: colours come from theme.css`))
    }
    for (const { index, 0: found } of text.matchAll(themedSize)) {
      problems.push(problemAt(file, index, 'theme-size', `${found}: a size that theme.css names`))
    }
  }
  return problems
}

const tableParts = new Set(['table', 'thead', 'tbody', 'tr', 'td', 'th'])

/**
 * There is one table, in ui/data-table: sticky, memoised, accessible, with its empty and failed states. A calendar is
 * an exception: its days are in weeks.
 */
export function checkTables(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!file.path.startsWith('console/src/') || /^console\/src\/ui\/(data-table|calendar)\//.test(file.path)) continue
    if (!isTypeScript(file.path) || isTest(file.path)) continue
    walk(file, {
      JSXOpeningElement({ name, start }) {
        if (name.type !== 'JSXIdentifier' || !tableParts.has(name.name)) return
        problems.push(problemAt(file, start, 'raw-table', `<${name.name}>: tables are drawn by ui/data-table`))
      },
    })
  }
  return problems
}
