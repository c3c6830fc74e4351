/** Whether a unit of a thing model is degrees Celsius: `°C`, or the one character `℃` that Chinese documents have. What is stored stays as it came. */
export const isCelsius = (unit: string | undefined): boolean => unit?.normalize('NFKC').replaceAll(' ', '') === '°C'
