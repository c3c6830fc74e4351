/** How code outside the screens goes to an address. main.tsx hands in the router's way; until then the browser's. */
let navigate = (path: string): void => location.assign(path)

export function setNavigate(to: (path: string) => void): void {
  navigate = to
}

export const go = (path: string): void => navigate(path)
