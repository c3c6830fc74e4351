/** What goes wrong on a line: shares of answers, from 0 to 1. */
export type LineFaults = { lost: number; damaged: number }
