import { isVisible, nameFault } from './unseen.rules.ts'

/** Texts within a whole that a form sends at once, a function of a thing model or a template, by the rules of single fields. */

type Path = readonly (string | number)[]
type Fault = NonNullable<ReturnType<typeof nameFault>>
export type UnseenText = Readonly<{ path: Path; fault: Fault }>

type Text = Readonly<{ path: Path; text: string; isName: boolean }>

/** These texts are read in one language only. */
const alone: ReadonlySet<string | number> = new Set(['unit', 'unitName', 'namePrefix', 'description'])
/** These texts contain several words or lines, so only a text without any visible character is refused. */
const several: ReadonlySet<string | number> = new Set(['text', 'description'])

/** No function and no template is this deep; a document of somebody else may be, and is refused by its shape. */
const deepest = 40

/** Finds every readable text: those in two languages under `en` and `zh`, and those with a key of their own. */
function textsIn(value: unknown, path: Path = []): Text[] {
  if (path.length > deepest) return []
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) =>
      textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    )
  const [key = '', above = ''] = [path.at(-1), path.at(-2)]
  const isOfLanguage = key === 'en' || key === 'zh'
  if (typeof value !== 'string' || !(isOfLanguage || alone.has(key))) return []
  return [{ path, text: value, isName: !several.has(isOfLanguage ? above : key) }]
}

const unseen: Fault = { key: 'field.unseen', params: undefined }

/**
 * Returns typed texts without a visible character, and names with an invisible one. Texts that were there before are
 * accepted until somebody types another.
 */
export function unseenTexts(typed: unknown, was?: unknown): UnseenText[] {
  const before = new Set(textsIn(was).map(({ text }) => text))
  return textsIn(typed).flatMap(({ path, text, isName }): UnseenText[] => {
    if (text === '' || before.has(text)) return []
    const fault = isName ? nameFault(text) : isVisible(text) ? undefined : unseen
    return fault === undefined ? [] : [{ path, fault }]
  })
}

/**
 * Returns names and labels of a document without a visible character, which count as empty. Other invisible characters
 * are imported unchanged.
 */
export const blankNames = (read: unknown): Path[] =>
  textsIn(read).flatMap(({ path, text }) =>
    (path.at(-1) === 'en' || path.at(-1) === 'zh') && text.trim() !== '' && !isVisible(text) ? [path] : [],
  )
