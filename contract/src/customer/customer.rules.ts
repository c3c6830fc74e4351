/** A place in China by national codes; empty where not given. */
export type Zone = Readonly<{ province: string; city: string; region: string }>

/**
 * The level at which a zone goes wrong, or nothing: each level needs the one above it and lies within it. Whether such an
 * area exists is for those to say who have the areas.
 */
export function zoneFault({ province, city, region }: Zone): keyof Zone | undefined {
  if (province !== '' && !province.endsWith('0000')) return 'province'
  if (city !== '' && (province === '' || !city.endsWith('00') || city.slice(0, 2) !== province.slice(0, 2)))
    return 'city'
  if (region !== '' && (city === '' || region.slice(0, 4) !== city.slice(0, 4))) return 'region'
  return undefined
}
