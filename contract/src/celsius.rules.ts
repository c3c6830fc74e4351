/**
 * Whether a unit of a thing model is degrees Celsius: `°C`, or the single character `℃` of Chinese documents. The
 * stored text stays unchanged.
 */
export const isCelsius = (unit: string | undefined): boolean => unit?.normalize('NFKC').replaceAll(' ', '') === '°C'

/** A temperature in °F from one in °C, and a difference in °F from one in K. */
export const fahrenheitOf = (celsius: number): number => fahrenheitSpanOf(celsius) + 32
export const fahrenheitSpanOf = (kelvin: number): number => (kelvin * 9) / 5
