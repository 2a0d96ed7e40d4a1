import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment. */
export function useLater<T>(value: T, wait = 200): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return late
}
