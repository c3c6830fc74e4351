/** A fault code as a part of a figure: the event and the code, which may contain the separator itself. */
export function codeOfKey(key: string): Readonly<{ identifier: string; code: string }> {
  const [identifier = '', ...code] = key.split('|')
  return { identifier, code: code.join('|') }
}

/** Names a code that nobody has described: by its code, else by its event. */
export function undescribedName(key: string): string {
  const { identifier, code } = codeOfKey(key)
  return code || identifier
}
