import "./style.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";
import { applyStoredTheme } from "./shell/theme.ts";
import { Toasts } from "./ui/toast.tsx";

applyStoredTheme();

const root = document.getElementById("app");
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
}
