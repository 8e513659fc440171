/// <reference types="vite/client" />
declare module 'virtual:lara.css';
