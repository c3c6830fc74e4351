/** Ranges of characters that are as wide as a Chinese one (Unicode, East Asian Width: W and F). */
const fullWidth =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u

export const isFullWidth = (character: string): boolean => fullWidth.test(character)

/** Spec 9: names up to 16 characters. A full-width one counts 3 and any other 1, so that 16 Chinese or 48 Latin ones fit. */
export const nameLimit = 48

const weigh = (text: string, wide: number): number =>
  [...text.normalize('NFC')].reduce((sum, character) => sum + (isFullWidth(character) ? wide : 1), 0)

export const nameWeight = (name: string): number => weigh(name, 3)
export const nameFits = (name: string): boolean => nameWeight(name) <= nameLimit

/** The width of a name on a panel: 16 full-width or 32 half-width characters, unless the model gives another. */
export const panelWidth = 32
export const widthOf = (name: string): number => weigh(name, 2)
