/**
 * Invisible characters: two names that differ only by one of them look the same, and a name that consists of them looks
 * empty.
 */

/** Spaces, controls, formats, fillers and the Braille blank are invisible. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
export const isVisible = (text: string): boolean => visible.test(text)

const hidden = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Scripts whose letters use a joining or non-joining character. */
const joining = `
  Arab Syrc Nkoo Mand Mong Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Tibt Java Bali Sund Lana Cham`
  .trim()
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')
/**
 * Writing needs invisible characters in these places: joiners within words of such scripts and within emoji, variation
 * selectors after the character that they vary, and flags of regions.
 */
const needed = new RegExp(
  [
    `(?<=[${joining}])[\\u200c\\u200d]`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=[^\\s\\p{Default_Ignorable_Code_Point}])[\\ufe00-\\ufe0f]',
    '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]',
    '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]+\\u{e007f}',
  ].join('|'),
  'gu',
)

const maxNamed = 3

/** The hidden characters of a text by their codes, `U+200B`, without those that its writing needs. */
export function hiddenIn(text: string): readonly string[] {
  const found = text.replace(needed, '').match(hidden) ?? []
  return [...new Set(found)]
    .slice(0, maxNamed)
    .map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
}

/** Why a text cannot be a name, as the key of its words and their parameters. An empty one is not a name yet. */
export function nameFault(
  text: string,
):
  | Readonly<{ key: 'field.unseen'; params: undefined }>
  | Readonly<{ key: 'field.hidden'; params: { codes: string } }>
  | undefined {
  if (text === '') return undefined
  if (!isVisible(text)) return { key: 'field.unseen', params: undefined }
  const codes = hiddenIn(text)
  return codes.length === 0 ? undefined : { key: 'field.hidden', params: { codes: codes.join(', ') } }
}
