/** The part of fontkit that the captcha uses; the package ships without types. */
declare module 'fontkit' {
  type PathCommand = Readonly<{ command: string; args: readonly number[] }>
  type Box = Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>
  type Glyph = Readonly<{ path: Readonly<{ commands: readonly PathCommand[]; bbox: Box }> }>
  /** Throws if the file is no font. */
  export function openSync(file: string): Readonly<{ glyphForCodePoint: (codePoint: number) => Glyph }>
}
