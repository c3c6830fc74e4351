/** A place and the organisation it belongs to; null: not known. IANA names. */
export type Zoned = Readonly<{ placeZone: string | null; organisationZone: string | null }>

/**
 * The time zone in which times of a device count: that of its place, else that of its customer, else the installation's
 * (`TIME_ZONE`). Answers an IANA name.
 */
export const zoneOf = ({ placeZone, organisationZone }: Zoned, installationZone: string): string =>
  placeZone ?? organisationZone ?? installationZone
