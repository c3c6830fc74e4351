/** Kitchens of the fleet stand in China. */
export const hourAt = (ms: number): number => (((ms / 3_600_000 + 8) % 24) + 24) % 24
