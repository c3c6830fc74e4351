/** The zones of a place and of its organisation; null: unknown. IANA names. */
export type Zoned = Readonly<{ placeZone: string | null; organisationZone: string | null }>

/**
 * The time zone for times of a device: its place's, else its customer's, else the installation's (`TIME_ZONE`). Returns
 * an IANA name.
 */
export const zoneOf = ({ placeZone, organisationZone }: Zoned, installationZone: string): string =>
  placeZone ?? organisationZone ?? installationZone
