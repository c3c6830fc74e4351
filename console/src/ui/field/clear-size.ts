/** The least size of a target beside others (WCAG 2.2, 2.5.8); the kit's clear buttons are smaller. */
export const clearSize = '24px'
