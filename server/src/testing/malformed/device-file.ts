/** The columns of a file of installed ovens, in English. */
export const heads = [
  'SN',
  'Name',
  'Product key',
  'MAC',
  'Customer',
  'Province',
  'City',
  'Region',
  'Place',
  'Address',
  'Channel type',
  'Channel',
  'Installed at',
  'Warranty days',
  'Factory area',
  'Note',
]

/** Rows as a file of CSV. */
export const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
