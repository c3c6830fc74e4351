type WallSearch = { organisation?: string }

/** The organisation of the wall; by default the viewer's own. */
export function wallSearch(raw: Record<string, unknown>): WallSearch {
  const wanted = String(raw['organisation'] ?? '')
  return /^[1-9]\d{0,17}$/.test(wanted) ? { organisation: wanted } : {}
}
