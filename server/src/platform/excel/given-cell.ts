/** An import cell without text leaves the stored value unchanged, and this word erases it. */
export const erases = '-'

/** The value after an import. A stored hyphen stays: it comes back from our own export. */
export const afterImport = (written: string, before: string): string =>
  written === '' || (written === erases && before === erases) ? before : written === erases ? '' : written
