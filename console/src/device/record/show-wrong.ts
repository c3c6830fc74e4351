import type { FormEvent } from 'react'

/** Sends a form; whatever is wrong with it then, its first field comes into sight under the keyboard: a long form hides most of them. */
export async function sendAndShowWrong(
  event: FormEvent<HTMLFormElement>,
  submit: (event: FormEvent) => Promise<void>,
): Promise<void> {
  const form = event.currentTarget
  await submit(event)
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong]')?.focus())
}
