import './styles/admin.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { placeOf } from './place.ts'

const element = document.getElementById('admin')
if (element) createRoot(element).render(<App place={placeOf(element.dataset)} />)
