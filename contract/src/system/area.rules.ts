type ZoneFilter = Readonly<{ province?: string | undefined; city?: string | undefined; region?: string | undefined }>

/** The codes of a zone filter: all within the narrowest given one. 330000 to 339999, 330100 to 330199, or 330106 alone. */
export function areaRange({ province, city, region }: ZoneFilter): { from: number; to: number } | undefined {
  const code = region ?? city ?? province
  if (code === undefined) return undefined
  const from = Number(code)
  return { from, to: from + (code.endsWith('0000') ? 9999 : code.endsWith('00') ? 99 : 0) }
}
