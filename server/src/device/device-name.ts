/** The key of a device's connection, also at an external broker: its user name. */
export const keyOf = ({ productKey, deviceName }: Readonly<{ productKey: string; deviceName: string }>): string =>
  `${deviceName}&${productKey}`

/** A product key has no ampersand. */
export function namesIn(key: string): { productKey: string; deviceName: string } | null {
  const separator = key.lastIndexOf('&')
  return separator < 1 ? null : { deviceName: key.slice(0, separator), productKey: key.slice(separator + 1) }
}
