fetch("https://events.example.com/v1");
