/** The letter of the house on a plate of the brand's colour. */
export function BrandMark({ size, lit = false }: { size: number; lit?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill={lit ? 'var(--brand-500)' : 'var(--brand-600)'} />
      <path
        fill="var(--on-brand)"
        fillRule="evenodd"
        d="M8 6h10.5a5.5 5.5 0 0 1 4.2 9.05A6 6 0 0 1 19 26H8zM12 10.2v2.6h6a1.3 1.3 0 0 0 0-2.6zM12 18.2v3h7a1.5 1.5 0 0 0 0-3z"
      />
    </svg>
  )
}
