/** What an import's cell says of a stored value: an empty cell changes nothing, and this word erases. */
export const erases = '-'

/** The value after an import. A stored hyphen stays: it comes back from our own export. */
export const afterImport = (written: string, before: string): string =>
  written === '' || (written === erases && before === erases) ? before : written === erases ? '' : written
