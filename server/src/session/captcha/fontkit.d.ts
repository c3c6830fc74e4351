/** The parts of fontkit that captchas and reports use; the package ships without types. */
declare module 'fontkit' {
  type PathCommand = Readonly<{ command: string; args: readonly number[] }>
  type Box = Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>
  type Glyph = Readonly<{ path: Readonly<{ commands: readonly PathCommand[]; bbox: Box }> }>
  /** Throws if the file is not a font. */
  export function openSync(file: string): Readonly<{ glyphForCodePoint: (codePoint: number) => Glyph }>
  /** Opens a font from the bytes of a file. */
  export function create(
    bytes: Buffer,
  ): Readonly<{ characterSet: readonly number[]; ascent: number; unitsPerEm: number }>
}
