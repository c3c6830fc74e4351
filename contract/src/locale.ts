/** The two languages a person can read Brigade in. Recipes carry more; those are content, not interface. */
export const locales = ['en', 'zh'] as const
export type Locale = (typeof locales)[number]

/** Spec 9: the default locale is English. */
export const defaultLocale: Locale = 'en'

/** Words in both languages, side by side. */
export type Words = Readonly<Record<Locale, string>>

export const isLocale = (value: unknown): value is Locale => value === 'en' || value === 'zh'

/** Chooses from an Accept-Language header, in the caller's order of preference (RFC 9110 12.5.4). */
export function pickLocale(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='))
      return { tag: tag.trim(), weight: q === undefined ? 1 : Number(q.slice(2)) || 0, index }
    })
    .filter((entry) => entry.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  for (const { tag } of wanted) {
    const language = tag.split(/[-_]/)[0]
    if (isLocale(language)) return language
  }
  return defaultLocale
}
