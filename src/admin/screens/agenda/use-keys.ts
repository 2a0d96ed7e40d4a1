import type { CalendarApi } from '@fullcalendar/react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { isTyped } from '../../parts/keys.ts'
import { actOf, views } from './moves.ts'

/** Keys as in Google Calendar. */
export function useKeys(api: () => CalendarApi | undefined, create: () => void) {
  const [, navigate] = useLocation()
  const latest = useRef({ api, create })
  latest.current = { api, create }
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const act = isTyped(event.target) ? undefined : actOf(event)
      const calendar = latest.current.api()
      if (!act || !calendar) return
      event.preventDefault()
      if (act === 'today') calendar.today()
      else if (act === 'next') calendar.next()
      else if (act === 'previous') calendar.prev()
      else if (act === 'create') latest.current.create()
      else if (act === 'search') navigate('/events?focus=search')
      else calendar.changeView(views[act])
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}
