import type { FormEvent } from 'react'

/**
 * Sends a form; if it has an error, its first faulty field is scrolled into view above the keyboard, because a long
 * form hides most of them.
 */
export async function sendAndShowWrong(
  event: FormEvent<HTMLFormElement>,
  submit: (event: FormEvent) => Promise<void>,
): Promise<void> {
  const form = event.currentTarget
  await submit(event)
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong]')?.focus())
}
