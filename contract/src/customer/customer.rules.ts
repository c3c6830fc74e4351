/** A place in China by national codes, which are empty if not given. */
export type Zone = Readonly<{ province: string; city: string; region: string }>

/**
 * Returns the level at which a zone is wrong, if any: each level requires the one above and must lie within it. Only
 * the server knows which areas exist.
 */
export function zoneFault({ province, city, region }: Zone): keyof Zone | undefined {
  if (province !== '' && !province.endsWith('0000')) return 'province'
  if (city !== '' && (province === '' || !city.endsWith('00') || city.slice(0, 2) !== province.slice(0, 2)))
    return 'city'
  if (region !== '' && (city === '' || region.slice(0, 4) !== city.slice(0, 4))) return 'region'
  return undefined
}
