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

/** Every text that somebody reads: in both languages under `en` and `zh`, and what has a key of its own. */
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
 * The texts that a person typed and nobody can see, or that hide a character where they are names. What was there before stays
 * as it is until somebody types another.
 */
export function unseenTexts(typed: unknown, was?: unknown): UnseenText[] {
  const before = new Set(textsIn(was).map(({ text }) => text))
  return textsIn(typed).flatMap(({ path, text, isName }): UnseenText[] => {
    if (text === '' || before.has(text)) return []
    const fault = isName ? nameFault(text) : isVisible(text) ? undefined : unseen
    return fault === undefined ? [] : [{ path, fault }]
  })
}

/** The names and labels of a document that show nothing: as if they were empty. What else it hides comes in as it was written. */
export const blankNames = (read: unknown): Path[] =>
  textsIn(read).flatMap(({ path, text }) =>
    (path.at(-1) === 'en' || path.at(-1) === 'zh') && text.trim() !== '' && !isVisible(text) ? [path] : [],
  )
