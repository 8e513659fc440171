import './styles/layers.css'; // before all other styles, because it sets the order of the layers
import { createRoot } from 'react-dom/client';
import { config as configureZod } from 'zod/v4/core';
import { App } from './app.js';
import { applyTheme } from './lib/theme.js';
import { guardUnsaved } from './lib/queue/unsaved.js';
import 'virtual:lara.css';
import './styles/font.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/words.css';
import './styles/tables.css';
import './styles/forms.css';
import './styles/print.css';

configureZod({ jitless: true }); // it would try to compile schemas, which the content security policy refuses
localStorage.removeItem('shedworks.token'); // sessions were stored there before cookies
applyTheme();
guardUnsaved();
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(<App />);
