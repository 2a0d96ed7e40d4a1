import '../styles/admin.css'
import { createRoot } from 'react-dom/client'
import { placeOf } from '../place.ts'
import { App } from './app.tsx'

const element = document.getElementById('admin')
if (element) createRoot(element).render(<App place={placeOf(element.dataset)} />)
