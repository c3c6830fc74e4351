/**
 * Changes the address from outside the screens. main.tsx passes the router's function; before that the browser's is
 * used.
 */
let navigate = (path: string): void => location.assign(path)

export function setNavigate(to: (path: string) => void): void {
  navigate = to
}

export const go = (path: string): void => navigate(path)
